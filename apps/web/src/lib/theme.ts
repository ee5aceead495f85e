import { brand } from '#config/brand'
import { themeCookie, type Theme } from '#modules/accounts/api'
import { keepInCookie } from './storage.ts'

export const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'light' ? theme : 'system'
}

/** Applies a theme at once, and keeps it for this browser. */
export function chooseTheme(theme: Theme): void {
  const chosen = theme === 'system' ? '' : theme
  document.documentElement.dataset.theme = chosen
  keepInCookie(themeCookie, chosen)
  // The colour of the browser's own bar: the first one that applies counts, and the page has one for each theme of the browser.
  document.querySelector('meta[name="theme-color"]:not([media])')?.remove()
  if (theme === 'system') return
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  meta.content = brand.themeColor[theme]
  document.head.prepend(meta)
}
