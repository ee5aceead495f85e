import { listTransactions } from '#modules/economy/calls'
import { pagesQuery } from '#web/lib/get_page'

/** Newest first. Every reply adds a line, and a cached list would be refetched page by page, so it is fetched whenever it is opened. */
export const transactionsQuery = () => ({ ...pagesQuery(listTransactions, { query: { limit: 50 } }), gcTime: 0 })
