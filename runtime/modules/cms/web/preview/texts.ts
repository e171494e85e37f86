/** Texts of previews. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  preview: '预览',
  phone: '手机',
  desktop: '电脑',
  width: '预览宽度',
  page: '读者看到的页面',
  loading: '正在生成预览…',
  failed: '无法预览：{{message}}',
} as const

const en: TranslationOf<typeof zhCn> = {
  preview: 'Preview',
  phone: 'Phone',
  desktop: 'Computer',
  width: 'Width of the preview',
  page: 'The page as readers see it',
  loading: 'Preparing the preview…',
  failed: 'No preview: {{message}}',
}

export const { useT } = defineTexts('cms-preview', { 'zh-cn': zhCn, en })
