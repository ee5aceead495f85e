/** Alerts go to admins by mail, and to this address of the operator's if there is one. */
import type { AlertSettings } from '#modules/costs/index'
import env, { dataDir } from './env.ts'

export default { webhook: env.get('ALERTS_WEBHOOK') ?? null, folder: dataDir } satisfies AlertSettings
