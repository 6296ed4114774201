// Moves buttons of the page beside those that main.js has drawn.
const tools = document.querySelector("#table .tools");
if (tools) tools.append(...document.querySelectorAll("[data-tool]"));
