import { formatDecimal, useLanguage } from 'tablewright/web'
import { inTenThousands, isLarge } from './amounts.ts'
import { useT } from './texts.ts'

/** Shows an amount of yuan (two decimals) with its unit. */
export function useAmount(): (yuan: string) => string {
  const t = useT()
  const language = useLanguage()
  return (yuan) =>
    isLarge(yuan)
      ? t('in-ten-thousand-yuan', { value: formatDecimal(inTenThousands(yuan), 2, language) })
      : t('in-yuan', { value: formatDecimal(yuan, 2, language) })
}
