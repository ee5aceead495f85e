import { jsonInTurns } from '#modules/kernel/send_json'

/** Streams a JSON array without holding its items in memory. */
export async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let sign = '['
  for await (const item of items) {
    yield sign
    yield* jsonInTurns(item)
    sign = ',\n'
  }
  yield sign === '[' ? '[]' : ']'
}

/** All rows of a query, page by page, without holding a connection between pages. `read` gets the last row of the previous page. */
export async function* eachRow<Row>(
  rowsAtOnce: number,
  read: (last: Row | null, limit: number) => Promise<readonly Row[]>
): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows: readonly Row[] = await read(last, rowsAtOnce)
    yield* rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!
  }
}
