import { act, render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followTranslations } from './translated_page.ts'

const { insertBefore, appendChild, removeChild } = Node.prototype
const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
beforeAll(followTranslations)
afterAll(() => {
  Object.assign(Node.prototype, { insertBefore, appendChild, removeChild })
  Object.defineProperty(Node.prototype, 'nodeValue', value)
})

/** Replaces all text nodes, as Chrome's translation does. Browsers report each step of `inSteps` on its own. */
const translate = (root: Element, { inSteps = false } = {}) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.parentElement!.nodeName === 'FONT') continue
    const font = document.createElement('font')
    font.append(Object.assign(document.createElement('font'), { textContent: text.data.toUpperCase() }))
    if (inSteps) {
      text.before(font)
      text.remove()
    } else text.replaceWith(font)
  }
}

interface LineProps {
  name: string
  isNew?: boolean
  count?: number
  order?: readonly string[]
}

/** Texts beside elements, which React removes, moves and changes one by one. */
const Line = ({ name, isNew = false, count = 0, order = [] }: LineProps) => (
  <p>
    {isNew && <b>new </b>}
    {name}
    {count > 0 && ` and ${count} more`}
    {isNew ? ' today' : <i> before</i>}
    {order.map((key) => (
      <span key={key}>{key}</span>
    ))}
  </p>
)

for (const inSteps of [false, true])
  test(`a translated text is changed, removed and put beside others${inSteps ? ', translated in steps' : ''}`, () => {
    const { rerender, container } = render(<Line name="Ada" count={2} />)
    const show = (props: LineProps) => rerender(<Line {...props} />)
    translate(container, { inSteps })
    expect(container.textContent).toBe('ADA AND 2 MORE BEFORE')

    show({ name: 'Bo', count: 2 })
    expect(container.textContent).toBe('Bo AND 2 MORE BEFORE')
    translate(container, { inSteps })
    show({ name: 'Bo', isNew: true })
    expect(container.textContent).toBe('new BO today')
    translate(container, { inSteps })
    show({ name: 'Cy', count: 3, order: ['x', 'y'] })
    expect(container.textContent).toBe('Cy and 3 more beforexy')
    translate(container, { inSteps })
    show({ name: 'Cy', count: 3, order: ['y', 'z', 'x'] })
    expect(container.textContent).toBe('CY AND 3 MORE BEFOREYzX')
    show({ name: '' })
    expect(container.textContent).toBe(' BEFORE')
  })

test('a text that grows while it is translated stays readable', () => {
  const Growing = ({ text }: { text: string }) => (
    <p>
      {text}
      <b> …</b>
    </p>
  )
  const { rerender, container } = render(<Growing text="She" />)
  for (const text of ['She lights', 'She lights the', 'She lights the lamp']) {
    translate(container)
    rerender(<Growing text={text} />)
    expect(container.textContent).toBe(`${text} …`)
  }
})

test('a translation that is translated again is still followed', () => {
  const { rerender, container } = render(<Line name="Ada" />)
  translate(container)
  const [font] = container.querySelectorAll('font')
  font!.replaceWith(Object.assign(document.createElement('font'), { textContent: 'Ада' }))
  rerender(<Line name="Bo" />)
  expect(container.textContent).toBe('Bo BEFORE')
})

test('a screen that was translated is left', async () => {
  const Screen = ({ isOpen }: { isOpen: boolean }) => (isOpen ? <>Text {'and'} text</> : <p role="status">gone</p>)
  const { rerender, container } = render(<Screen isOpen />)
  translate(container)
  await act(() => rerender(<Screen isOpen={false} />))
  expect(screen.getByRole('status').textContent).toBe('gone')
  expect(container.textContent).toBe('gone')
})
