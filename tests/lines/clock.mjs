// Thinks for 0.05 s of its clock, and tells two seconds, which it does not sleep, with a random number.
import { createInterface } from "node:readline";

createInterface({ input: process.stdin }).on("line", (line) => {
  const begun = performance.now();
  const question = JSON.parse(line);
  if (question.ask === "name") return console.log("Clock");
  if (!question.ask) return;
  while (performance.now() - begun < 50);
  console.error(2, Math.random());
  console.log(question.legal_actions[0]);
});
