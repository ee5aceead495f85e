import { basename } from 'node:path/posix'
import type { StoredPicture } from '../export_pictures.ts'
import type { Book, BookPart } from './book.ts'
import { chapterWords, escape, sceneBreak, titleWords, writeTurn } from './typeset.ts'

/** A file of an EPUB, by its path in the archive. */
export interface BookFile {
  path: string
  content: string | Buffer
  /** Stores the file without compression. */
  isStored?: true
}

/** The maximum letters of a file. E-readers load whole files, so longer chapters continue in further files. Also limits memory usage. */
const fileLettersMax = 150_000

interface EpubLook {
  /** A WebP or an SVG. */
  cover: BookFile | null
  /** The notice that a machine writes. */
  notice: string
  /** Reads a picture of a message as WebP. */
  readPicture: (picture: StoredPicture) => Promise<Buffer | null>
}

/** Yields the files of an EPUB 3.3, in the order of the archive. */
export async function* writeEpub(
  book: Book,
  parts: AsyncIterable<BookPart>,
  { cover, notice, readPicture }: EpubLook
): AsyncGenerator<BookFile> {
  // The standard requires this file to be first and uncompressed.
  yield { path: 'mimetype', content: 'application/epub+zip', isStored: true }
  yield { path: 'META-INF/container.xml', content: container }
  yield { path: 'EPUB/book.css', content: style }
  if (cover) yield cover
  const coverName = cover && basename(cover.path)
  yield { path: 'EPUB/title.xhtml', content: titlePage(book, coverName, notice) }
  const texts: { id: string; heading: string | null }[] = []
  const pictures: string[] = []
  for await (const { heading, body, shown } of splitIntoFiles(book, parts)) {
    for (const picture of shown) {
      const content = await readPicture(picture)
      if (!content || pictures.includes(picture.id)) continue
      pictures.push(picture.id)
      yield { path: `EPUB/${pictureName(picture)}`, content, isStored: true }
    }
    const id = `text-${texts.length + 1}`
    texts.push({ id, heading })
    yield { path: `EPUB/${id}.xhtml`, content: xhtml(heading ?? titleWords(book).title, body) }
  }
  yield { path: 'EPUB/nav.xhtml', content: navigation(texts) }
  yield { path: 'EPUB/package.opf', content: packageOf(book, texts, coverName, pictures) }
}

/** Splits a book into files. `heading` is null for a file that continues a chapter. */
async function* splitIntoFiles(book: Book, parts: AsyncIterable<BookPart>) {
  let heading: string | null = null
  let pieces: string[] = []
  let letters = 0
  let shown: StoredPicture[] = []
  const take = () => {
    const file = { heading, body: `<section>\n${pieces.join('')}</section>`, shown }
    heading = null
    pieces = []
    shown = []
    letters = 0
    return file
  }
  const add = (piece: string) => {
    pieces.push(piece)
    letters += piece.length
  }
  for await (const part of parts) {
    if (pieces.length > 0 && (part.kind === 'chapter' || letters > fileLettersMax)) yield take()
    if (part.kind === 'chapter') {
      const words = chapterWords(book, part.number)
      heading = words ? `${words.label}, ${words.date}` : titleWords(book).title
      if (words) add(`<h2>${words.label} <small>${words.date}</small></h2>\n`)
    } else if (part.kind === 'scene') add(sceneBreak)
    else {
      shown.push(...(part.pictures ?? []))
      add(writeTurn(part, pictureName))
    }
  }
  if (pieces.length > 0) yield take()
}

/** The name of a picture, beside the files that show it. */
const pictureName = ({ id }: Pick<StoredPicture, 'id'>) => `picture-${id}.webp`

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** Sets no typefaces and colors, so that those of the reader apply. */
const style = `p { margin: 0; text-indent: 1.4em; }
p.turn { margin-top: 0.6em; text-indent: 0; }
.speaker { font-variant: small-caps; letter-spacing: 0.04em; margin-right: 0.3em; }
h2 { margin: 2.5em 0 1.5em; text-align: center; font-weight: normal; font-size: 1.3em; page-break-after: avoid; break-after: avoid; }
h2 small { display: block; font-size: 0.65em; margin-top: 0.4em; }
hr.scene { width: 4em; margin: 1.6em auto; border: 0; border-top: 1px solid; opacity: 0.5; }
.title-page { text-align: center; page-break-after: always; break-after: page; }
.title-page p { text-indent: 0; margin-top: 0.8em; }
figure { margin: 1em 0; text-align: center; }
figure img { max-width: 100%; max-height: 80vh; }
.title-page img { max-width: 70%; max-height: 55vh; margin: 2em 0 1em; }
.dates, .notice { font-size: 0.85em; }
`

const xhtml = (title: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>
${body}
</body>
</html>
`

const titlePage = (book: Book, coverName: string | null, notice: string) => {
  const { title, subtitle, dates } = titleWords(book)
  const picture = coverName ? `<p><img src="${coverName}" alt=""/></p>\n` : ''
  return xhtml(
    title,
    `<section class="title-page" epub:type="titlepage">\n${picture}<h1 dir="auto">${title}</h1>\n<p dir="auto">${subtitle}</p>\n<p class="dates">${dates}</p>\n<p class="notice">${escape(notice)}</p>\n</section>`
  )
}

type Texts = { id: string; heading: string | null }[]

const navigation = (texts: Texts) => {
  const lines = texts.flatMap(({ id, heading }) =>
    heading === null ? [] : [`<li><a href="${id}.xhtml">${heading}</a></li>`]
  )
  return xhtml(
    'Contents',
    `<nav epub:type="toc" role="doc-toc">\n<h2>Contents</h2>\n<ol>\n<li><a href="title.xhtml">Title page</a></li>\n${lines.join('\n')}\n</ol>\n</nav>`
  )
}

/** Formats a date for the OPF, which has whole seconds. */
const seconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

const packageOf = (book: Book, texts: Texts, coverName: string | null, pictures: readonly string[]) => {
  const { title } = titleWords(book)
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${book.sessionId}</dc:identifier>
<dc:title>${title}</dc:title>
<dc:language>en</dc:language>
<dc:creator>${escape(book.names.char)}</dc:creator>
<dc:creator>${escape(book.names.user)}</dc:creator>
<dc:date>${seconds(book.endedAt)}</dc:date>
<meta property="dcterms:modified">${seconds(book.endedAt)}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="book.css" media-type="text/css"/>
${coverName ? `<item id="cover" href="${coverName}" media-type="${coverName.endsWith('.svg') ? 'image/svg+xml' : 'image/webp'}" properties="cover-image"/>\n` : ''}<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
${texts.map(({ id }) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('\n')}
${pictures.map((id) => `<item id="picture-${id}" href="${pictureName({ id })}" media-type="image/webp"/>\n`).join('')}</manifest>
<spine>
<itemref idref="title"/>
${texts.map(({ id }) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`
}
