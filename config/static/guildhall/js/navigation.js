/* On a phone a long row of links scrolls sideways: the one that is open starts out in sight. */

for (const link of document.querySelectorAll(".side-navigation [aria-current], .tabs [aria-current]")) {
  const row = link.closest("ul");
  row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
}
