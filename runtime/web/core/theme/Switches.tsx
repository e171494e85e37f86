/** Language and theme as segmented buttons. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Desktop, Flash, Moon } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import type { ReactElement } from 'react'
import { languages } from '../../../protocol/index.ts'
import { setLanguage, useLanguage } from '../i18n/language.ts'
import { useT } from '../i18n/shell-texts.ts'
import { config, languageNames, themes, type Theme } from '../preferences/store.ts'

const shortNames = { 'zh-cn': '中文', en: 'English' } as const
const languageTags = { 'zh-cn': 'zh-CN', en: 'en' } as const

export function LanguageSwitch() {
  const t = useT()
  const current = useLanguage()
  return (
    <ButtonGroup className="tw-switch" role="group" aria-label={t('shell.language')}>
      {languages.map((language) => (
        <Button
          key={language}
          variant="minimal"
          size="small"
          lang={languageTags[language]}
          text={shortNames[language]}
          title={languageNames[language]}
          aria-pressed={language === current}
          active={language === current}
          onClick={() => setLanguage(language)}
        />
      ))}
    </ButtonGroup>
  )
}

const themeIcons: Readonly<Record<Theme, ReactElement>> = { light: <Flash />, dark: <Moon />, system: <Desktop /> }

export function ThemeSwitch() {
  const t = useT()
  const { theme: current } = useSnapshot(config).layout
  return (
    <ButtonGroup className="tw-switch" role="group" aria-label={t('shell.theme')}>
      {themes.map((theme) => (
        <Button
          key={theme}
          variant="minimal"
          size="small"
          icon={themeIcons[theme]}
          title={t(`shell.${theme}`)}
          aria-label={t(`shell.${theme}`)}
          aria-pressed={theme === current}
          active={theme === current}
          onClick={() => {
            config.layout.theme = theme
          }}
        />
      ))}
    </ButtonGroup>
  )
}
