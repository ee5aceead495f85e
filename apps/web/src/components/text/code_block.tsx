import { useEffect, useState, type ReactNode } from 'react'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { browser } from '#web/lib/browser'

interface CodeBlockProps {
  code: string
  language: string
  /** More code may follow. Only code that has ended is colored. */
  isOpen: boolean
}

export function CodeBlock({ code, language, isOpen }: CodeBlockProps) {
  const colored = useColors(code, language, isOpen)
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-sunken">
      <div className="flex min-h-9 items-center justify-between gap-3 border-b border-line pr-1 pl-3.5 text-xs text-soft">
        <span className="truncate">{language || 'Code'}</span>
        <CopyButton text={code} />
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={language ? `Code, ${language}` : 'Code'}
        className="overflow-x-auto px-3.5 py-3 font-mono text-[0.82em] leading-relaxed break-normal focus-visible:-outline-offset-2"
      >
        <code>{colored ?? code}</code>
      </pre>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    browser.copy(text).then(
      () => setIsCopied(true),
      () => {}
    )
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2.5 font-medium hover:bg-hover hover:text-text"
      onClick={() => void copy()}
    >
      <Icon aria-hidden className="size-3.5" />
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}

/** Longer code stays plain. */
const coloredMax = 10_000

/** Returns the code with colors, once the highlighter has loaded. Null before, and for code that is still being written. */
function useColors(code: string, language: string, isOpen: boolean): ReactNode {
  const [colored, setColored] = useState<{ code: string; node: ReactNode } | null>(null)
  const isColored = !isOpen && language !== '' && code.length <= coloredMax
  useEffect(() => {
    if (!isColored) return
    let isCurrent = true
    import('./color_code.tsx').then(
      ({ colorCode }) => isCurrent && setColored({ code, node: colorCode(code, language.split(/[\s,{]/, 1)[0]!) }),
      () => {}
    )
    return () => void (isCurrent = false)
  }, [code, language, isColored])
  return isColored && colored?.code === code ? colored.node : null
}
