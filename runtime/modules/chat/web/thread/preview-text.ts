import type { useT } from '../texts.ts'

interface Preview {
  readonly kind: string
  readonly text: string
  readonly name: string
  readonly mine: boolean
  readonly recalled: boolean
}

/** The latest message in one line. */
const placeholders: Readonly<Record<string, 'image' | 'file'>> = { image: 'image', file: 'file' }

export function previewText(t: ReturnType<typeof useT>, { kind, text, mine, recalled }: Preview): string {
  if (recalled) return mine ? t('recalled-own') : t('recalled')
  const placeholder = placeholders[kind]
  const content = text || (placeholder ? t(placeholder) : '')
  return mine ? `${t('you')}: ${content}` : content
}
