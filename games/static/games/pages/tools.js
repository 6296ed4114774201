// Buttons that the page brings along stand with the others of the table, which its script has drawn by now.
const tools = document.querySelector("#table .tools");
if (tools) tools.append(...document.querySelectorAll("[data-tool]"));
