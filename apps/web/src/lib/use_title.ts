import { useEffect } from 'react'
import { brand } from '#config/brand'

/** Names the page in the browser's tab while the screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === brand.name ? title : `${title} · ${brand.name}`
  }, [title])
}
