import env from './env.ts'

/** The origins of pages, besides the server's own, that may use `/mcp`. */
const origins = (env.get('MCP_ORIGINS') ?? '')
  .split(',')
  .map((origin) => origin.trim().replace(/\/$/, ''))
  .filter(Boolean)

export default { origins }
