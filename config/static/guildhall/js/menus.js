/* Menus are <details class="menu">: they open without this. Here they also close, as people expect. */

const openMenus = () => document.querySelectorAll("details.menu[open]");

const closeMenus = (except) => {
  for (const menu of openMenus()) {
    if (menu !== except) menu.open = false;
  }
};

document.addEventListener("click", (event) => {
  closeMenus(event.target.closest("details.menu"));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary").focus();
  }
});

// Tabbing out of a menu leaves it; otherwise it would cover what has the focus now.
document.addEventListener("focusin", (event) => {
  closeMenus(event.target.closest("details.menu"));
});
