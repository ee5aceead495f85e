import type { ComposedMail, MailSettings } from '../index.ts'

/**
 * Renders the text and HTML of a mail, in the product's look. The HTML loads nothing from other servers, so opening it can't be tracked.
 */
export const renderMail = async (
  { subject, paragraphs, link, notes, unsubscribeUrl }: ComposedMail,
  { brand, appUrl }: Pick<MailSettings, 'brand' | 'appUrl'>
): Promise<{ text: string; html: string }> => ({
  text: [
    ...paragraphs,
    `${link.label}:\n${link.url}`,
    ...notes,
    ...(unsubscribeUrl === undefined ? [] : [`Stop these mails:\n${unsubscribeUrl}`]),
    `-- \n${brand.name}. ${brand.tagline}\n${appUrl}`,
  ].join('\n\n'),
  html: await (
    await import('edge.js')
  ).default.render('mail::mail', { subject, paragraphs, link, notes, unsubscribeUrl, brand, appUrl }),
})
