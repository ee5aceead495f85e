import { useLayoutEffect } from 'react'
import { brand } from '#config/brand'

/** Sets the title of the document; null leaves it to another component. */
export function useTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title !== null) document.title = title === brand.name ? title : `${title} · ${brand.name}`
  }, [title])
}
