// The way out of a game stands with the other buttons of the table, which its script has drawn by now.
const leave = document.getElementById("leave-game");
const tools = document.querySelector("#table .tools");
if (leave && tools) tools.append(leave);
