import type { ExportSections } from '#modules/accounts/index'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** Adds the user's webhooks to the data export: the rows of `webhooks` without their secrets. */
export const exportWebhooks = (sections: ExportSections, webhooks: Webhooks) =>
  sections.add('webhooks', async function* ({ id }) {
    yield JSON.stringify(await webhooks.list(id))
  })
