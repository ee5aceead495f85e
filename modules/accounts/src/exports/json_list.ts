/** The JSON of a list, piece by piece: an item that was written is not kept. */
export async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let sign = '['
  for await (const item of items) {
    yield `${sign}${JSON.stringify(item)}`
    sign = ',\n'
  }
  yield sign === '[' ? '[]' : ']'
}

/** All rows of a query that reads them page by page; no connection is held between two. `read` gets the last row of the page before. */
export async function* eachRow<Row>(
  rowsAtOnce: number,
  read: (last: Row | null, limit: number) => Promise<Row[]>
): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows: Row[] = await read(last, rowsAtOnce)
    yield* rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!
  }
}
