import { pictureSources } from '#modules/gallery/api'
import type { Book, BookPart } from './book.ts'
import { chapterWords, escape, sceneBreak, titleWords, writeTurn } from './typeset.ts'

export interface PageLook {
  productName: string
  notice: string
  /** 'dark', 'light', or empty for the browser's preference. */
  theme: string
}

/** Writes a book as an HTML page, piece by piece. The stylesheet and the script of the page are files of the web app. */
export async function* writePage(
  book: Book,
  parts: AsyncIterable<BookPart>,
  { productName, notice, theme }: PageLook
): AsyncGenerator<string> {
  const { title, subtitle, dates } = titleWords(book)
  yield `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} · ${escape(productName)}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/book.css">
<script src="/book.js" defer></script>
</head>
<body>
${toolbar(book)}
<main class="book">
<header class="title-page">
${book.portrait === null ? '' : portrait(book.portrait, book.portraitFocus)}
<h1 dir="auto">${title}</h1>
<p class="subtitle" dir="auto">${subtitle}</p>
<p class="dates">${dates}</p>
<p class="notice">${escape(notice)}</p>
<p class="imprint"><img src="/favicon.svg" alt="" width="20" height="20">${escape(productName)}</p>
</header>
${contents(book)}
`
  let isOpen = false
  for await (const part of parts) {
    if (part.kind === 'chapter') {
      yield `${isOpen ? '</section>\n' : ''}<section class="chapter" id="chapter-${part.number}">\n${heading(book, part.number)}`
      isOpen = true
    } else if (part.kind === 'scene') yield sceneBreak
    else yield writeTurn(part, ({ id }) => `/pictures/chats/${id}`)
  }
  yield `${isOpen ? '</section>\n' : '<p class="empty">There are no messages in this chat.</p>\n'}<p class="end" aria-hidden="true"><img src="/favicon.svg" alt="" width="18" height="18"></p>
</main>
</body>
</html>
`
}

const papers = [
  ['a5', 'A5'],
  ['a4', 'A4'],
  ['letter', 'Letter'],
] as const

const toolbar = ({ characterId, isGroup, sessionId, timeZone }: Book) => `<header class="toolbar">
<a class="back" href="${characterId === null ? '/memory' : isGroup ? `/group/${sessionId}` : `/chat/${characterId}?session=${sessionId}`}">${characterId === null ? 'Your chats' : 'Back to the chat'}</a>
<fieldset><legend>Paper</legend>${papers
  .map(
    ([id, label], index) =>
      `<label><input type="radio" name="paper" id="paper-${id}"${index === 0 ? ' checked' : ''}><span>${label}</span></label>`
  )
  .join('')}</fieldset>
<a class="epub" href="export?${escape(new URLSearchParams({ format: 'epub', zone: timeZone }).toString())}" download>EPUB</a>
<button type="button" id="print" hidden>Print</button>
</header>`

/** The page's Content-Security-Policy allows no inline styles, so the script applies the focus. */
const portrait = (address: string, focus: Book['portraitFocus']) => {
  const { src, srcSet, sizes } = pictureSources(address, '20rem')
  const position = focus ? ` data-position="${percent(focus.x)} ${percent(focus.y)}"` : ''
  return `<img class="portrait" src="${escape(src)}"${srcSet ? ` srcset="${escape(srcSet)}" sizes="${sizes}"` : ''}${position} alt="">`
}

const percent = (fraction: number) => `${Math.round(fraction * 1_000) / 10}%`

const contents = (book: Book) => {
  if (book.chapters.length < 2) return ''
  const lines = book.chapters.map((_, index) => {
    const { label, date } = chapterWords(book, index + 1)!
    return `<li><a href="#chapter-${index + 1}"><span>${label}</span> <span>${date}</span></a></li>`
  })
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">Contents</h2><ol>\n${lines.join('\n')}\n</ol></nav>`
}

const heading = (book: Book, number: number) => {
  const words = chapterWords(book, number)
  return words ? `<h2>${words.label} <small>${words.date}</small></h2>\n` : ''
}
