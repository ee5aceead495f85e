import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { errors } from '@vinejs/vine'
import { StreamLimit } from '#modules/chat/index'
import { problem } from '#modules/kernel/refusals'
import { Brand } from '#modules/kernel/settings'
import { readDocument } from '#modules/kernel/validation'
import type { TokenGuard } from '../token_guard.ts'
import { McpTools, toolTable, type ToolAnswer, type ToolName } from '../mcp/mcp_tools.ts'
import { TalkListener } from '../mcp/talk_listener.ts'
import { refuseModel } from './model_refusals.ts'

/** The Model Context Protocol, without sessions: each request is complete in itself, so that any process can answer it. */
@inject()
export default class McpController {
  constructor(
    private readonly tools: McpTools,
    private readonly limit: StreamLimit,
    private readonly brand: Brand
  ) {}

  async answer(ctx: HttpContext) {
    const { request, response } = ctx.response
    if (!this.limit.acquire(ctx.auth.getUserOrFail().id, response)) return refuseModel(ctx, 'too_many_streams')
    // The SDK is large, and few processes need it.
    const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
    const transport = new StreamableHTTPServerTransport({})
    const server = await this.#server(ctx)
    await server.connect(transport as never)
    response.once('close', () => void server.close())
    await transport.handleRequest(request, response, readDocument(ctx))
  }

  refuseStream(ctx: HttpContext) {
    ctx.response.header('Allow', 'POST')
    return problem(ctx, 405, 'method_not_allowed', 'The server sends nothing by itself. Send messages with POST.')
  }

  async #server(ctx: HttpContext) {
    const { Server } = await import('@modelcontextprotocol/sdk/server/index.js')
    const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } =
      await import('@modelcontextprotocol/sdk/types.js')
    const guard = ctx.auth.use('token' as never) as TokenGuard
    const user = guard.getUserOrFail()
    const server = new Server({ name: this.brand.name, version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: Object.entries(toolTable)
        .filter(([, { scope }]) => guard.allows(scope))
        .map(([name, { description, annotations, properties, required }]) => ({
          name,
          description,
          annotations,
          inputSchema: { type: 'object' as const, properties, required: [...required] },
        })),
    }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const { name } = params
      if (!isTool(name)) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.')
      const { scope } = toolTable[name]
      if (!guard.allows(scope)) return resultOf({ texts: [`This token lacks the scope “${scope}”.`], failed: true })
      const progressToken = params._meta?.progressToken
      const listen = (model: string) =>
        new TalkListener(model, ctx.response.response, (progress, message) => {
          if (progressToken === undefined) return
          const sent = { progressToken, progress, message }
          // A client that has left needs no progress.
          extra.sendNotification({ method: 'notifications/progress', params: sent }).catch(() => {})
        })
      try {
        const answer = await this.tools.run(name, params.arguments ?? {}, { user, listen })
        return resultOf(answer ?? { texts: ['The client has disconnected.'], failed: true })
      } catch (error) {
        if (error instanceof errors.E_VALIDATION_ERROR)
          return resultOf({ texts: [error.messages[0].message], failed: true })
        ctx.logger.error({ err: error, tool: name }, 'a tool failed')
        return resultOf({ texts: ['Something went wrong. Please try again.'], failed: true })
      }
    })
    return server
  }
}

const isTool = (name: string): name is ToolName => Object.hasOwn(toolTable, name)

const resultOf = ({ texts, data, failed }: ToolAnswer) => ({
  content: texts.map((text) => ({ type: 'text' as const, text })),
  ...(data && { structuredContent: data }),
  ...(failed && { isError: true }),
})
