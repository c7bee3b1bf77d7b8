type EventStreamListener = { onData: (data: string) => void; onComment: () => void };

/**
 * Parses a `text/event-stream` that arrives in arbitrary pieces. Only `data` fields and comments are used.
 */
export function createEventStreamParser({ onData, onComment }: EventStreamListener): (piece: string) => void {
  let rest = "";
  let data: string[] = [];
  const takeLine = (line: string) => {
    if (line === "") {
      if (data.length > 0) onData(data.join("\n"));
      data = [];
    } else if (line.startsWith(":")) onComment();
    else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
  };
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) takeLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  };
}
