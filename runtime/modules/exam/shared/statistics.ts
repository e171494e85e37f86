/** Statistics of a paper, from its marked attempts alone. Pure. */

interface ItemResult {
  readonly question: number
  /** Share of the points, 0 to 1. */
  readonly share: number
  /** Texts of the options that were selected; null where the question has none. */
  readonly options: readonly string[] | null
  /** For how long it was on the screen; null = nobody knows. */
  readonly seconds: number | null
}

export interface AttemptResult {
  /** Hundredths of a point. */
  readonly score: number
  readonly total: number
  readonly isPass: boolean
  readonly items: readonly ItemResult[]
}

export interface QuestionStatistics {
  readonly question: number
  readonly count: number
  /** Mean share of the points, 0 to 1: the easier, the higher. */
  readonly difficulty: number
  /** Correlation with the points of the other questions, -1 to 1; null where it is not defined. */
  readonly discrimination: number | null
  /** Median of the seconds on the screen; null where they are not known. */
  readonly seconds: number | null
  /** How many of each quarter of the candidates, the weakest first, selected an option. */
  readonly options: readonly { readonly text: string; readonly quarters: readonly number[] }[]
}

export interface PaperStatistics {
  readonly count: number
  readonly passed: number
  /** Shares of the total, 0 to 1; null where nobody has a result. */
  readonly mean: number | null
  readonly median: number | null
  /** Candidates by tenth of the total, the lowest first. */
  readonly tenths: readonly number[]
  readonly questions: readonly QuestionStatistics[]
}

const shareOf = ({ score, total }: Pick<AttemptResult, 'score' | 'total'>): number => (total === 0 ? 0 : score / total)

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Pearson's correlation; null where one of the lists does not vary. */
function correlationOf(left: readonly number[], right: readonly number[]): number | null {
  if (left.length < 2) return null
  const [leftMean, rightMean] = [meanOf(left), meanOf(right)]
  let [product, leftSquares, rightSquares] = [0, 0, 0]
  for (const [index, value] of left.entries()) {
    const [deviation, other] = [value - leftMean, (right[index] ?? 0) - rightMean]
    product += deviation * other
    leftSquares += deviation * deviation
    rightSquares += other * other
  }
  const divisor = Math.sqrt(leftSquares * rightSquares)
  return divisor < 1e-12 ? null : product / divisor
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The median of what is known. */
function secondsOf(values: readonly (number | null)[]): number | null {
  const measurements = values.filter((value) => value !== null)
  return measurements.length === 0 ? null : medianOf(measurements)
}

/** The quarter of a candidate by the share of the total, 0 = the weakest. Equal shares are in the same one. */
function quartersOf(shares: readonly number[]): readonly number[] {
  const sorted = shares.toSorted((left, right) => left - right)
  return shares.map((share) => Math.min(3, Math.floor((sorted.indexOf(share) * 4) / sorted.length)))
}

export function statisticsOf(attempts: readonly AttemptResult[]): PaperStatistics {
  const shares = attempts.map(shareOf)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (const share of shares) {
    const tenth = Math.min(9, Math.max(0, Math.floor(share * 10 + 1e-9)))
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  const quarters = quartersOf(shares)
  const questions = new Map<number, { readonly attempt: number; readonly item: ItemResult }[]>()
  for (const [attempt, { items }] of attempts.entries())
    for (const item of items) {
      const list = questions.get(item.question) ?? []
      list.push({ attempt, item })
      questions.set(item.question, list)
    }
  return {
    count: attempts.length,
    passed: attempts.filter(({ isPass }) => isPass).length,
    mean: shares.length === 0 ? null : meanOf(shares),
    median: shares.length === 0 ? null : medianOf(shares),
    tenths,
    questions: [...questions].map(([question, list]) => {
      const own = list.map(({ item }) => item.share)
      const others = list.map(({ attempt, item }) => {
        const { items } = attempts[attempt] ?? { items: [] }
        const rest = items.filter((candidate) => candidate !== item).map(({ share }) => share)
        return rest.length === 0 ? 0 : meanOf(rest)
      })
      return {
        question,
        count: list.length,
        difficulty: meanOf(own),
        discrimination: correlationOf(own, others),
        seconds: secondsOf(list.map(({ item }) => item.seconds)),
        options: optionsOf(list, quarters),
      }
    }),
  }
}

function optionsOf(
  list: readonly { readonly attempt: number; readonly item: ItemResult }[],
  quarters: readonly number[],
): QuestionStatistics['options'] {
  const counts = new Map<string, number[]>()
  for (const { attempt, item } of list)
    for (const text of item.options ?? []) {
      const row = counts.get(text) ?? [0, 0, 0, 0]
      const quarter = quarters[attempt] ?? 0
      row[quarter] = (row[quarter] ?? 0) + 1
      counts.set(text, row)
    }
  return [...counts].map(([text, row]) => ({ text, quarters: row }))
}

export type Verdict = 'few' | 'inverted' | 'distractor' | 'easy' | 'hard' | 'flat' | 'good'

/** Attempts below which nothing is said of a question. */
const minAttempts = 10

/** The judgement of a question, in one word for which there is a sentence. The worst comes first. */
export function verdictOf(
  { count, difficulty, discrimination, options }: Omit<QuestionStatistics, 'question' | 'seconds'>,
  rightTexts: readonly string[],
): Verdict {
  if (count < minAttempts) return 'few'
  if (discrimination !== null && discrimination < -0.05) return 'inverted'
  const best = (text: string): number => options.find((option) => option.text === text)?.quarters[3] ?? 0
  const rightBest = Math.max(0, ...rightTexts.map(best))
  const wrong = options.filter(({ text }) => !rightTexts.includes(text))
  if (rightTexts.length > 0 && wrong.some(({ text }) => best(text) > rightBest)) return 'distractor'
  if (difficulty >= 0.95) return 'easy'
  if (difficulty <= 0.2) return 'hard'
  return discrimination === null || discrimination < 0.15 ? 'flat' : 'good'
}
