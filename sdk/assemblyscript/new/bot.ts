// A bot for GAME: a program that reads a line and prints a line.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
// LINES

let random: u64 = 1;
const buffer = new ArrayBuffer(1 << 16);
let read = "";

// The next line, without its end. The judge ends the program where it waits for more than there are.
function nextLine(): string {
  let end = read.indexOf("\n");
  while (end < 0) {
    const count = process.stdin.read(buffer);
    if (count <= 0) process.exit();
    read += String.UTF8.decodeUnsafe(changetype<usize>(buffer), count);
    end = read.indexOf("\n");
  }
  const line = read.substring(0, end);
  read = read.substring(end + 1);
  return line;
}

// The text behind a key of a line, as in "seat":1; empty if the key is not there.
function value(line: string, key: string): string {
  const quoted = `"${key}":`;
  const at = line.indexOf(quoted);
  return at < 0 ? "" : line.substring(at + quoted.length);
}

// A whole number from 0 to end - 1.
function below(end: i32): i32 {
  random = random * 6364136223846793005 + 1442695040888963407;
  return <i32>((random >> 33) % <u64>end);
}

// FLEET
// Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2.
function placeShips(line: string): string {
  const apart = value(line, "no-touch").startsWith("true") ? 2 : 1;
  const fleet = value(line, "fleet").split("]")[0].substring(1).split(",");
  let ships = "";
  for (let row = 0; row < fleet.length; row++) ships += `${fleet[row]}a@0,${row * apart} `;
  return ships;
}
// END

function takeTurn(line: string): string {
  const parts = value(line, "legal_actions").split('"');
  const actions: string[] = [];
  for (let part = 1; part < parts.length; part += 2) actions.push(parts[part]);
  // THINK HERE: choose one of the actions. value(line, "…") is what else the question brings.
  return actions.length > 0 ? actions[below(actions.length)] : "";
}

while (true) {
  const line = nextLine();
  const seed = value(line, "seed");
  if (seed.length > 0) random = U64.parseInt(seed.split('"')[1]);
  if (!line.startsWith('{"ask":')) continue;
  let answer = "";
  if (line.startsWith('{"ask":"name"')) answer = "NAME";
  // FLEET
  else if (value(line, "fleet").length > 0) answer = placeShips(line);
  // END
  else answer = takeTurn(line);
  process.stdout.write(answer + "\n");
}
