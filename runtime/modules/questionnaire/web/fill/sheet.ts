/** The questionnaire as the page got it, and the props that the inputs of all kinds share. */
import type { Answer, Item } from '../../shared/item.ts'

export interface OpenQuestionnaire {
  readonly title: string
  readonly description: string
  readonly anonymous: boolean
  readonly version: number
  readonly captcha: boolean
  readonly link: string
  readonly device: string
  readonly pass: string
  readonly items: readonly Item[]
  readonly draft: {
    readonly answers: readonly ({ readonly key: string } & Answer)[]
    /** When the server has stored it. */
    readonly time: number
    readonly files: Readonly<Record<string, string>>
  } | null
}

export interface AnswerProps {
  readonly item: Item
  readonly answer: Answer | undefined
  readonly problem: string
  readonly onChange: (key: string, answer: Answer, files?: Readonly<Record<string, string>>) => void
}

/** Attributes that tell screen readers of a problem. */
export const problemOfInput = ({ item, problem }: Pick<AnswerProps, 'item' | 'problem'>) => ({
  'aria-invalid': problem !== '',
  'aria-describedby': `problem-${item.key}`,
  'aria-required': item.must,
})
