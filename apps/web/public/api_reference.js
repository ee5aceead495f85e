/** Fills the page of the API, in the colors of its theme. */
const reference = document.querySelector('rapi-doc')
const status = document.querySelector('.api-status')
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

const isSmall = matchMedia('(max-width: 767px)')

const colors = {
  'bg-color': '--bg',
  'nav-bg-color': '--bg-raised',
  'nav-hover-bg-color': '--bg-hover',
  'text-color': '--text',
  'nav-text-color': '--text-soft',
  'nav-hover-text-color': '--text',
  'primary-color': '--accent',
  'nav-accent-color': '--accent',
}

function paint() {
  const theme = document.documentElement.dataset.theme || (prefersDark.matches ? 'dark' : 'light')
  const tokens = getComputedStyle(document.documentElement)
  reference.setAttribute('theme', theme)
  for (const [attribute, token] of Object.entries(colors)) {
    // Tokens are one color, or `light-dark()` with two.
    const values = tokens.getPropertyValue(token).match(/#[0-9a-f]{3,6}/gi)
    if (values) reference.setAttribute(attribute, values.at(theme === 'dark' ? -1 : 0))
  }
}

async function load() {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error(`status ${response.status}`)
  // The reference gives headings of the overview other anchors than Markdown does.
  const text = (await response.text()).replaceAll(/\]\(#([\w-]+)\)/g, '](#overview--$1)')
  await customElements.whenDefined('rapi-doc')
  reference.loadSpec(JSON.parse(text))
  status.remove()
  reference.hidden = false
}

/** Small screens have no room for the list of calls beside them, so the calls themselves are a list that unfolds. */
const arrange = () => reference.setAttribute('render-style', isSmall.matches ? 'view' : 'focused')

paint()
arrange()
isSmall.addEventListener('change', arrange)
prefersDark.addEventListener('change', paint)
load().catch(() => {
  status.textContent = 'The API couldn’t be loaded. Check your connection, then load the page again.'
})
