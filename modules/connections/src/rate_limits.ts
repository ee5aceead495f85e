import { inject } from '@adonisjs/core'
import { rateLimit } from '#modules/kernel/rate_limit'

/** Tests of connections, and lists of models, by an admin. */
@inject()
export class ConnectionTestLimit extends rateLimit('connections:tests', 60, '10 minutes') {}
