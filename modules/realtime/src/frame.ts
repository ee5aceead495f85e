/** One server-sent event. Serialize it once, then write it to every listener. */
export const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`
