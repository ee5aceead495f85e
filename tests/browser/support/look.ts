import type { Page } from 'playwright-core'
import { brand } from '#config/brand'
import { axeViolationsAsItIs } from './axe.ts'
import { sidewaysOverflow } from './overflow.ts'

export const sizes = { large: { width: 1440, height: 900 }, small: { width: 360, height: 740 } } as const
export type Size = keyof typeof sizes
export const narrowest = { width: 320, height: 640 }

export interface LookOptions {
  /** What lies before the page and is all that can be reached. */
  popup?: string
  /** What closes when the window is resized is opened again. */
  again?: () => Promise<unknown>
  /** Where it is to be seen; everywhere unless said otherwise. */
  only?: Size
  /** What has all its words already: the colours of both schemes are looked at in both sizes. */
  isWhole?: boolean
  /** A page that says no more than that it loads: it has no heading yet. */
  isBlank?: boolean
}

export interface Looked {
  /** What is wrong with it. */
  found: string[]
  /** What it says, in each size. */
  texts: Partial<Record<Size, string>>
}

/**
 * Looks at a page as it stands: large and dark, small and light, and as narrow as it gets. It has one first heading and a title, nothing
 * moves by itself, axe has no objection, and nothing sticks out.
 */
export const look = async (page: Page, options: LookOptions = {}): Promise<Looked> => {
  const { popup, again, only, isWhole = false, isBlank = false } = options
  const found: string[] = []
  const texts: Looked['texts'] = {}
  const isAsItWas = async (size: { width: number; height: number }) => {
    const present = page.viewportSize()
    if (present?.width === size.width && present.height === size.height) return
    await page.setViewportSize(size)
    // The page hears of it in the next frame.
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
    const tell = (lines: string[], scheme = '') => found.push(...lines.map((line) => `${size} ${scheme}: ${line}`))
    await page.emulateMedia({ colorScheme: first })
    await isAsItWas(sizes[size])
    const { text, problems } = await page.evaluate<{ text: string; problems: string[] }>(
      glance(brand.name, !isBlank && !popup)
    )
    texts[size] = text
    tell(problems)
    tell(await axeViolationsAsItIs(page, { popup, isBlank }), first)
    if (!isWhole) continue
    await page.emulateMedia({ colorScheme: second })
    tell(await axeViolationsAsItIs(page, { popup, isAboutColours: true }), second)
  }
  if (only !== 'large') {
    await isAsItWas(narrowest)
    found.push(...(await sidewaysOverflow(page)).map((line) => `${narrowest.width} px: ${line}`))
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await isAsItWas(sizes.large)
  return { found, texts }
}

/** React and the style sheet have answered to what was changed. */
export const framesLater = `new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))`

const glance = (name: string, hasHeading: boolean) => `(() => {
  const problems = []
  const title = document.title
  if (title !== ${JSON.stringify(name)} && !title.endsWith(${JSON.stringify(` · ${name}`)})) problems.push('the title is ' + title)
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())
  if (${hasHeading} && headings.length !== 1) problems.push(headings.length + ' first headings')
  for (const one of document.getAnimations()) {
    const { activeDuration, delay } = one.effect.getComputedTiming()
    if (one.playState === 'running' && activeDuration > 20) problems.push('moves for ' + activeDuration + ' ms: ' + one.effect.target?.outerHTML.slice(0, 120))
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

/** Tabs through a screen; gives what took the focus without showing it. */
export const hiddenFocus = async (page: Page, stops: number): Promise<string[]> => {
  const found: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate<string | null>(focusIsHidden)
    if (unseen) found.push(`has the focus and does not show it: ${unseen}`)
  }
  return found
}

/** With and without the focus it and what is around it must look different. */
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
