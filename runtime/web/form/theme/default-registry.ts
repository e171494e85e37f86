/**
 * Replaces rjsf's default fields, templates and widgets in the browser bundle (see vite.config.ts): every field of ours
 * is rendered by our theme, so only the parts that lead to it are left.
 */
import { englishStringTranslator } from '@rjsf/utils'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'

const Nothing = (): null => null

/** The registry that our theme extends. */
export function defaultRegistry() {
  return {
    fields: { ObjectField, SchemaField },
    // rjsf creates elements of these around every field, which our `FieldTemplate` does not show.
    templates: {
      ButtonTemplates: { SubmitButton: Nothing },
      DescriptionFieldTemplate: Nothing,
      FieldErrorTemplate: Nothing,
      FieldHelpTemplate: Nothing,
    },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  }
}
