import { brand } from '#config/brand'
import { appUrl } from '#config/env'
import publicPages from '#config/public_pages'
import type { CreatorPage } from '#modules/community/index'
import { plainExcerpt } from '#modules/kernel/message_text/plain_text'
import type { SharedCharacter } from '#modules/gallery/index'
import { isPictureAddress } from '#modules/kernel/picture_address'

const { origin } = publicPages

/** The title and description of a page, and its preview where a link to it is shared (ogp.me). */
interface PageMeta {
  title: string
  preview: { title: string; description: string; url?: string }
  image: { address: string; size?: { width: number; height: number }; alt: string } | null
  card: 'summary' | 'summary_large_image'
}

const tags = ({ title, preview, image, card }: PageMeta): string =>
  [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', preview.description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:title', preview.title),
    meta('property', 'og:description', preview.description),
    preview.url && meta('property', 'og:url', preview.url),
    image && meta('property', 'og:image', image.address),
    image?.size && meta('property', 'og:image:width', String(image.size.width)),
    image?.size && meta('property', 'og:image:height', String(image.size.height)),
    image && meta('property', 'og:image:alt', image.alt),
    meta('name', 'twitter:card', card),
  ]
    .filter(Boolean)
    .join('')

const motto = `${brand.name}: ${brand.tagline}`

/** The meta tags of every page except the share pages. */
export const siteMeta = tags({
  title: brand.name,
  preview: { title: motto, description: brand.description },
  image: { address: `${appUrl}${brand.socialImage}`, size: { width: 1200, height: 630 }, alt: motto },
  card: 'summary_large_image',
})

/** Returns the head tags of a character's share page. Users write its texts, so all values are escaped. */
export const shareMeta = (character: SharedCharacter): string => {
  const { id, name, category, teaser, likes, messageCount } = character
  const url = origin === null ? undefined : `${origin}/share/${id}`
  const image = previewPicture(character.avatar)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name,
    description: teaser,
    url,
    image: image ?? undefined,
    genre: category,
    keywords: character.tags,
    isPartOf: { '@type': 'WebSite', name: brand.name, url: origin ?? undefined },
    interactionStatistic: [
      { '@type': 'InteractionCounter', interactionType: 'https://schema.org/LikeAction', userInteractionCount: likes },
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CommunicateAction',
        userInteractionCount: messageCount,
      },
    ],
  }
  return [
    tags({
      title: `${name} · ${brand.name}`,
      preview: { title: name, description: teaser, url },
      image: image === null ? null : { address: image, alt: name },
      card: 'summary',
    }),
    url && `<link rel="canonical" href="${escapeHtml(url)}">`,
    // The content security policy doesn't apply to a data block, because browsers don't run it.
    `<script type="application/ld+json">${jsonInHtml(data)}</script>`,
  ]
    .filter(Boolean)
    .join('')
}

const descriptionMax = 300

/** Returns the head tags of a person's page. Users write its texts, so all values are escaped. */
export const creatorMeta = ({ username, firstName, about, picture, characters }: CreatorPage): string => {
  const url = origin === null ? undefined : `${origin}/u/${username}`
  const image = previewPicture(picture)
  const name = firstName ?? username
  const made = characters === 1 ? '1 character' : `${characters} characters`
  const description =
    [...plainExcerpt(about)].slice(0, descriptionMax).join('') || `${made} by ${name} on ${brand.name}`
  return [
    tags({
      title: `${name} (@${username}) · ${brand.name}`,
      preview: { title: name, description, url },
      image: image === null ? null : { address: image, alt: name },
      card: 'summary',
    }),
    url && `<link rel="canonical" href="${escapeHtml(url)}">`,
  ]
    .filter(Boolean)
    .join('')
}

/** Returns the absolute address of a picture as WebP, JPEG or PNG, because previews don't show SVG. Returns null if it isn't known. */
const previewPicture = (address: string | null): string | null => {
  if (address === null || !isPictureAddress(address, [new URL(appUrl).host])) return null
  if (!address.startsWith('/')) return address
  if (origin === null) return null
  const [path = ''] = address.split('?')
  return `${origin}${path.endsWith('.svg') ? path.replace(/svg$/, 'png') : `${path}?w=768`}`
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export const jsonInHtml = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')
