// Keyboards: the letters of each language, a row for each row of keys, up to twelve in one: others stand beside them.
//
// A language of the screen has one entry. `latin` are its letters as people there find them on keys. Languages of another
// script have a page of it in `own`, and in `name` what the key to it says; `small` are letters in place of capitals.

const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

export const KEYBOARDS = {
  en: { latin: QWERTY },
  sw: { latin: QWERTY },
  zh: { latin: QWERTY },
  de: { latin: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"] },
  es: { latin: ["qwertyuiopü", "asdfghjklñ", "zxcvbnmáéíóú"] },
  fr: { latin: ["azertyuiopéè", "qsdfghjklmàê", "wxcvbnçùœâîô"] },
  it: { latin: ["qwertyuiopèé", "asdfghjklòà", "zxcvbnmùì"] },
  nl: { latin: ["qwertyuiopé", "asdfghjklë", "zxcvbnmïöü"] },
  pl: { latin: ["qwertyuiopęó", "asdfghjklłą", "zxcvbnmżźćńś"] },
  pt: { latin: ["qwertyuiopãõ", "asdfghjklçàâ", "zxcvbnmáéíóú"] },
  tr: { latin: ["qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç"] },
  uk: { latin: QWERTY, name: "АБВ", own: ["йцукенгшщзхї", "фівапролджєґ", "ячсмитьбю’"] },
  ar: { latin: QWERTY, name: "ابت", own: ["ضصثقفغعهخحجد", "شسيبلاتنمكطآ", "ئءؤرىةوزظذأإ"] },
  he: { latin: QWERTY, name: "אבג", own: ["קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"] },
  // Marks are typed after their letter: か゛ is が.
  ja: {
    latin: QWERTY, name: "あいう",
    own: ["あかさたなはまやらわ", "いきしちにひみゆりを", "うくすつぬふむよるん", "えけせてねへめ゛れー", "おこそとのほも゜ろ・"],
    small: ["ぁかさたなはまゃらわ", "ぃきしちにひみゅりを", "ぅくすっぬふむょるん", "ぇけせてねへめ゛れー", "ぉこそとのほも゜ろ・"],
  },
};

export const DIGITS = "1234567890";

/** Of references, addresses, telephone numbers and sentences. */
export const SIGNS = ["#/_@-+.,:;", "'’\"()!?&%*", "=€$£§°\\~^"];

/** Letters of other languages in Latin script. */
export const ACCENTED = ["áàâäãåæąçćčđğł", "éèêëęěíìîïıñńňř", "óòôöõøőœßśšşșť", "țúùûüůűýžźż"];
