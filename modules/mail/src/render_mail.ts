import type { ComposedMail, MailSettings } from '../index.ts'

export type RenderView = (view: string, state: object) => Promise<string>

/** The text and HTML of a mail, in the product's look. HTML loads nothing from elsewhere, so opening it tells no one. */
export const renderMail = async (
  { subject, paragraphs, link, notes }: ComposedMail,
  { brand, appUrl }: Pick<MailSettings, 'brand' | 'appUrl'>,
  render: RenderView
): Promise<{ text: string; html: string }> => ({
  text: [
    ...paragraphs,
    `${link.label}:\n${link.url}`,
    ...notes,
    `-- \n${brand.name}. ${brand.tagline}\n${appUrl}`,
  ].join('\n\n'),
  html: await render('mail::mail', { subject, paragraphs, link, notes, brand, appUrl }),
})
