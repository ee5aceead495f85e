import { ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'

interface SmtpError {
  code?: string
  responseCode?: number
}

/** Throws a `ProviderError` without the server's words, which may quote addresses. */
export const failure = (error: SmtpError): never => {
  const { responseCode: status } = error
  const [code, says] = explain(error)
  throw new ProviderError(code, status ? `${says} (SMTP ${status}).` : `${says}.`, { status })
}

const explain = ({ code, responseCode = 0 }: SmtpError): [ProviderErrorCode, string] => {
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return ['unauthorized', 'The SMTP server refused the user name or password']
  if (code === 'ETLS' || code === 'EREQUIRETLS') return ['misconfigured', 'The SMTP server offers no valid encryption']
  if (code === 'ETIMEDOUT') return ['timeout', 'The SMTP server did not answer in time']
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // A status of 5yz is permanent, 4yz is not (RFC 5321, 4.2.1). 503 is about the session, so another session may succeed.
  if (isAboutMail && responseCode >= 500 && responseCode !== 503)
    return ['bad_request', 'The SMTP server refused the mail']
  if (isAboutMail && responseCode >= 400) return ['rate_limited', 'The SMTP server deferred the mail']
  return ['unavailable', 'The SMTP server can’t be reached']
}
