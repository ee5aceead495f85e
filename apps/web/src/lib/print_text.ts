/** Prints a text without the page around it. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentWindow
  if (!page) return frame.remove()
  page.document.title = title
  const heading = page.document.createElement('h1')
  heading.textContent = title
  const body = page.document.createElement('pre')
  body.textContent = text
  page.document.body.append(heading, body)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}
