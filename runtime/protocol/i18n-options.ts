/**
 * How i18next works on both sides. Keys are flat and contain dots, texts are never HTML, and a place without a value
 * stays visible. Apart from the texts of the protocol, which the sign-in page does not need.
 */
export const i18nOptions = {
  lowerCaseLng: true,
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  missingInterpolationHandler: (_text: string, match: readonly string[]): string | undefined => match[0],
} as const
