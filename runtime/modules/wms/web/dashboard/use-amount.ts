import { useLanguage } from 'tablewright/web'
import { isLarge, shownAmount } from './amounts.ts'
import { useT } from './texts.ts'

/** Shows an amount of yuan (two decimals) with its unit. */
export function useAmount(): (yuan: string) => string {
  const t = useT()
  const language = useLanguage()
  return (yuan) => t(isLarge(yuan) ? 'large-amount' : 'amount-of', { value: shownAmount(yuan, language) })
}
