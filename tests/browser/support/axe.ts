import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with the page as it stands, in dark and in light: one line per rule and scheme, none when all is well.
 * With an open list or menu, name it: the page behind is out of reach then, and only what is in front counts.
 */
export const axeViolations = async (page: Page, popup?: string): Promise<string[]> => {
  const scope = popup
    ? `${JSON.stringify(popup)}, { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } }`
    : 'document'
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Through the debugger, because the page's own policy lets no foreign script in, which is as it should be.
    const debug = await page.context().newCDPSession(page)
    await debug.send('Runtime.evaluate', { expression: source })
    const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
      awaitPromise: true,
      returnByValue: true,
      expression: `(async () => {
        await Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))
        const { violations, passes } = await axe.run(${scope})
        if (passes.length === 0) throw new Error('axe looked at nothing')
        return violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map((node) => node.html.slice(0, 120) + ' (' + node.failureSummary.split('\\n').slice(1).join(' ').trim() + ')').join(' | '))
      })()`,
    })
    await debug.detach()
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
    for (const line of result.value as string[]) found.push(`${colorScheme}: ${line}`)
  }
  return found
}
