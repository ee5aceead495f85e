import type { Page } from 'playwright-core'
import { brand } from '#config/brand'
import { axeViolationsInScheme } from './axe.ts'
import { cutTabs, sidewaysOverflow } from './overflow.ts'

export const sizes = { large: { width: 1440, height: 900 }, small: { width: 360, height: 740 } } as const
export type Size = keyof typeof sizes
export const narrowest = { width: 320, height: 640 }

export interface LookOptions {
  /** The open layer, when the page behind it is inert. */
  popup?: string
  /** Reopens the elements that a resize closes. */
  again?: () => Promise<unknown>
  /** The only window size that shows the state. */
  only?: Size
  /** The state has its final content, so both color schemes are checked in both sizes. */
  isWhole?: boolean
  /** The page shows only a loading state, without a heading. */
  isBlank?: boolean
}

export interface Looked {
  found: string[]
  /** The visible text per size. */
  texts: Partial<Record<Size, string>>
}

/**
 * Checks the current state of a page on a large dark screen, a small light one and the narrowest one: a title, one h1, no running
 * animations, no axe violations, no horizontal overflow and no tabs that are cut off.
 */
export const look = async (page: Page, options: LookOptions = {}): Promise<Looked> => {
  const { popup, again, only, isWhole = false, isBlank = false } = options
  const found: string[] = []
  const texts: Looked['texts'] = {}
  const resizeTo = async (size: { width: number; height: number }) => {
    const present = page.viewportSize()
    if (present?.width === size.width && present.height === size.height) return
    await page.setViewportSize(size)
    await page.evaluate(framesLater)
    if (!again) return
    await again()
    await page.evaluate(framesLater)
  }
  for (const [size, first, second] of [
    ['large', 'dark', 'light'],
    ['small', 'light', 'dark'],
  ] as const) {
    if (only && only !== size) continue
    const report = (lines: string[], scheme = '') => found.push(...lines.map((line) => `${size} ${scheme}: ${line}`))
    await page.emulateMedia({ colorScheme: first })
    await resizeTo(sizes[size])
    const { text, problems } = await page.evaluate<{ text: string; problems: string[] }>(
      inspect(brand.name, !isBlank && !popup)
    )
    texts[size] = text
    report(problems)
    report(await axeViolationsInScheme(page, { popup, isBlank }), first)
    if (!isWhole) continue
    await page.emulateMedia({ colorScheme: second })
    report(await axeViolationsInScheme(page, { popup, isAboutColours: true }), second)
  }
  if (only !== 'large') {
    await resizeTo(narrowest)
    const lines = [...(await sidewaysOverflow(page)), ...(await cutTabs(page))]
    found.push(...lines.map((line) => `${narrowest.width} px: ${line}`))
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await resizeTo(sizes.large)
  return { found, texts }
}

/** Waits for frames. React and the stylesheet have applied a change after two. */
export const frames = (count: number) =>
  `new Promise((seen) => { let left = ${count}; const next = () => (left-- > 0 ? requestAnimationFrame(next) : seen()); next() })`
export const framesLater = frames(2)

const inspect = (name: string, hasHeading: boolean) => `(() => {
  const problems = []
  const title = document.title
  if (title !== ${JSON.stringify(name)} && !title.endsWith(${JSON.stringify(` · ${name}`)})) problems.push('the title is ' + title)
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())
  if (${hasHeading} && headings.length !== 1) problems.push(headings.length + ' h1 headings')
  for (const one of document.getAnimations()) {
    const { activeDuration, delay } = one.effect.getComputedTiming()
    if (one.playState === 'running' && activeDuration > 20) problems.push('animates for ' + activeDuration + ' ms: ' + one.effect.target?.outerHTML.slice(0, 120))
  }
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read)
  const text = [
    document.body.innerText,
    ...all('[placeholder]', (one) => one.placeholder),
    ...all('[aria-label]', (one) => one.getAttribute('aria-label')),
    ...all('select option', (one) => one.textContent),
  ].join('\\n')
  return { text: text.replaceAll('\\u00a0', ' '), problems }
})()`

/** Tabs through a screen, and returns the elements that take the focus without showing it. */
export const hiddenFocus = async (page: Page, stops: number): Promise<string[]> => {
  const found: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate<string | null>(focusIsHidden)
    if (hidden) found.push(`does not show its focus: ${hidden}`)
  }
  return found
}

/** Compares the styles of the element and its ancestors with and without the focus. */
const focusIsHidden = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const chain = []
  for (let up = element; up && up !== document.body && chain.length < 5; up = up.parentElement) chain.push(up)
  const looks = () => JSON.stringify(chain.flatMap((one) => [null, '::after', '::before'].map((part) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, opacity } = getComputedStyle(one, part)
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, opacity]
  })))
  const withFocus = looks()
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  element.blur()
  const without = looks()
  element.focus({ preventScroll: true, focusVisible: true })
  return withFocus !== without && isInView ? null : element.outerHTML.slice(0, 160)
})()`
