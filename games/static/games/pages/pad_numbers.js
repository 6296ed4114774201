/* Explains a number of the score pad when it is pressed, on a phone. */

const explanation = document.getElementById("pad-explanation");

for (const number of document.querySelectorAll(".pad [data-explained]")) {
  number.addEventListener("click", () => {
    explanation.textContent = number.dataset.explained;
  });
}
