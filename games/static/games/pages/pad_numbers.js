/* The score pad of a finished match on a phone: a number that is pressed says where it comes from. */

const explanation = document.getElementById("pad-explanation");

for (const number of document.querySelectorAll(".pad [data-explained]")) {
  number.addEventListener("click", () => {
    explanation.textContent = number.dataset.explained;
  });
}
