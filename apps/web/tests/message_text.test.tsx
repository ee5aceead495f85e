import { parseMessage } from '#modules/gallery/api'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { corpus } from '../../../modules/kernel/tests/message_text/corpus.ts'
import { notationOf } from '../../../modules/kernel/tests/message_text/notation.ts'
import { MessageText } from '../src/components/text/message_text.tsx'
import { PictureHostsContext } from '../src/components/text/picture_hosts.ts'
import { OwnHosts } from '../src/lib/own_hosts.ts'
import { browser } from '../src/lib/browser.ts'

/** Writes elements in the notation of the corpus. */
function notationIn(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  const element = node as HTMLElement
  const all = (of: Iterable<Node> = element.childNodes) => [...of].map(notationIn).join('')
  switch (element.tagName) {
    case 'P':
      return element.classList.contains('font-semibold') ? `h[${all()}]` : `p[${all()}]`
    case 'HR':
      return 'rule'
    case 'BLOCKQUOTE':
      return `quote[${all()}]`
    case 'UL':
      return `list[${all()}]`
    case 'OL':
      return `list ${element.getAttribute('start')}[${all()}]`
    case 'LI':
      return `•${all()}`
    case 'EM':
      return `${element.classList.contains('text-soft') ? 'action' : 'emphasis'}[${all()}]`
    case 'STRONG':
      return `strong[${all()}]`
    case 'DEL':
      return `strike[${all()}]`
    case 'CODE':
      return `code[${all()}]`
    case 'A':
      return `link ${element.getAttribute('href')}[${all()}]`
    case 'IMG':
      return `picture ${element.getAttribute('src')}[${element.getAttribute('alt')}]`
    case 'TABLE':
      return `table[${[...element.querySelectorAll('tr')]
        .map((row) => [...row.children].map((cell) => all(cell.childNodes)).join('¦'))
        .join('/')}]`
    case 'BUTTON':
      return ''
  }
  if (element.classList.contains('sr-only')) return element.textContent === 'Done:' ? '☑' : '☐'
  if (element.querySelector(':scope > .sr-only')) return all([element.querySelector('.sr-only')!])
  if (element.querySelector(':scope > pre'))
    return `code ${element.querySelector('.truncate')!.textContent}[${element.querySelector('pre')!.textContent}]`
  if (element.getAttribute('aria-label') === 'Show spoiler') return `spoiler[${all(element.firstChild!.childNodes)}]`
  if (element.classList.contains('text-faint')) return `aside[${all()}]`
  if (element.classList.contains('text-accent-text')) return `‹${all()}›`
  return all()
}

/** The tree as elements can show it. */
const shown = (text: string) => notationOf(parseMessage(text)).replaceAll('\n', '').replaceAll('code [', 'code Code[')
const drawn = (root: Element) => notationIn(root).replaceAll('\n', '')

/** All hosts of the corpus, so that its pictures are shown. */
const hosts = { hosts: ['pictures.example'], add: null }
const withHosts = (element: ReactNode) => <PictureHostsContext value={hosts}>{element}</PictureHostsContext>

describe('the elements of a message', () => {
  test('are those that the corpus expects, in the browser and on the server', () => {
    const element = withHosts(
      corpus.map(({ title, text }) => (
        <section key={title}>
          <MessageText text={text} />
        </section>
      ))
    )
    const { container } = render(element)
    const markup = renderToStaticMarkup(element)
    const onServer = new DOMParser().parseFromString(markup, 'text/html').body
    corpus.forEach(({ title, text }, index) => {
      expect(drawn(container.children[index]!), title).toBe(shown(text))
      expect(drawn(onServer.children[index]!), title).toBe(shown(text))
    })
  })

  test('show the cursor before the first word, and keep its line for that word', () => {
    const { container, rerender } = render(<MessageText text="" isGrowing />)
    const line = screen.getByTestId('reply-cursor').closest('p')!
    expect(line.textContent).not.toBe('')
    rerender(<MessageText text="She" isGrowing />)
    expect(container.querySelector('p')).toBe(line)
    expect(line.textContent).toBe('She')
  })

  test('stay the same while a text grows, and when it ends', () => {
    const text = '*She nods.*\n\n- one\n- **two**\n\n"The end."'
    const { container, rerender } = render(<MessageText text="*She" isGrowing />)
    const first = container.querySelector('p')
    for (let end = 5; end <= text.length; end += 1) rerender(<MessageText text={text.slice(0, end)} isGrowing />)
    expect(screen.getByTestId('reply-cursor').closest('p')?.textContent).toBe('"The end."')
    const last = [...container.querySelectorAll('p')].at(-1)
    rerender(<MessageText text={text} />)
    expect(container.querySelector('p')).toBe(first)
    expect([...container.querySelectorAll('p')].at(-1)).toBe(last)
    expect(screen.queryByTestId('reply-cursor')).toBeNull()
  })

  test('begin lists, quotes and tables on the side where the words begin', () => {
    const { container } = render(<MessageText text={'- قارب\n\n> بحر\n\n| قارب |\n|---|\n| نورس |'} />)
    for (const element of container.querySelectorAll('ul, blockquote, table'))
      expect(element.getAttribute('dir')).toBe('auto')
    expect(container.querySelector('td')?.className).toContain('text-start')
  })

  test('keep a width for the long cells of a table only', () => {
    const { container } = render(<MessageText text={'| a | b |\n|---|---|\n| 1 | A boat that was *sunk twice* |'} />)
    expect([...container.querySelectorAll('td')].map((cell) => cell.className.includes('min-w-'))).toEqual([
      false,
      true,
    ])
  })

  test('have each text once for screen readers', () => {
    const { container } = render(<MessageText text={'*nods* "Yes." **No.**\n\n- [x] done'} />)
    expect(container.textContent).toBe('nods "Yes." No.☑Done:done')
  })
})

test('a spoiler is hidden until it is chosen by keyboard, and keeps the focus', async () => {
  const user = userEvent.setup()
  render(<MessageText text="It was ||the gardener||." />)
  const spoiler = screen.getByRole('button', { name: 'Show spoiler' })
  expect(within(spoiler).getByText('the gardener').closest('[inert]')).not.toBeNull()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(spoiler)
  expect(screen.getByText('the gardener').closest('[inert]')).toBeNull()
})

test('a link to another host asks first, and names the host as the network does', async () => {
  const user = userEvent.setup()
  render(<MessageText text="[pay](https://раypal.example/in)" />)
  const link = screen.getByRole('link', { name: 'pay' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  await user.click(link)
  const dialog = await screen.findByRole('dialog', { name: 'Open xn--ypal-43d9g.example?' })
  const open = within(dialog).getByRole('link', { name: 'Open' })
  expect(open.getAttribute('href')).toBe('https://xn--ypal-43d9g.example/in')
  expect(open.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a link to one of our own pages leads there at once', async () => {
  const user = userEvent.setup()
  render(
    <OwnHosts value={['facet.example']}>
      <MessageText text="[terms](https://facet.example/terms)" />
    </OwnHosts>
  )
  await user.click(screen.getByRole('link', { name: 'terms' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('a picture', () => {
  test('of another host waits until it is chosen, and its host is remembered', async () => {
    const user = userEvent.setup()
    const add = vi.fn()
    render(
      <PictureHostsContext value={{ hosts: [], add }}>
        <MessageText text="![A map](https://pictures.example/m.png)" />
      </PictureHostsContext>
    )
    expect(screen.queryByRole('img')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show picture from pictures.example' }))
    const picture = screen.getByRole('img', { name: 'A map' })
    expect(picture.getAttribute('src')).toBe('https://pictures.example/m.png')
    expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(add).toHaveBeenCalledExactlyOnceWith('pictures.example')
  })

  test('of ours is shown at once', () => {
    render(<MessageText text="![Mara](/pictures/ab/cd.webp)" />)
    expect(screen.getByRole('img', { name: 'Mara' })).toBeTruthy()
  })
})

describe('code', () => {
  beforeEach(() => vi.spyOn(browser, 'copy').mockResolvedValue())

  test('has a label, colors once it has ended, and a button that copies it', async () => {
    const user = userEvent.setup()
    const { container, rerender } = render(<MessageText text={'```js\nconst a = 1'} isGrowing />)
    const code = screen.getByRole('group', { name: 'Code, js' })
    expect(container.querySelector('code span')).toBeNull()
    rerender(<MessageText text={'```js\nconst a = 1\n```'} />)
    await waitFor(() => expect(container.querySelector('code span')?.textContent).toBe('const'))
    expect(code.textContent).toBe('const a = 1')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(browser.copy).toHaveBeenCalledWith('const a = 1')
    await act(async () => {})
  })
})
