import { useLayoutEffect } from 'react'
import { brand } from '#config/brand'

/** Names the page in the browser's tab, at once with the screen. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title === brand.name ? title : `${title} · ${brand.name}`
  }, [title])
}
