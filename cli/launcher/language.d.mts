export function chooseLanguage(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  workingFolder: string,
): 'zh-cn' | 'en'
