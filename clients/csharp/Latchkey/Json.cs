using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Latchkey
{
    /// <summary>
    /// Reads and writes JSON without a package, on .NET Framework and .NET. Objects become
    /// Dictionary&lt;string, object&gt;, arrays List&lt;object&gt;, numbers double; null stays null.
    /// </summary>
    public sealed class Json
    {
        private const int MaxDepth = 32;
        private readonly string text;
        private int position;

        private Json(string text)
        {
            this.text = text;
        }

        /// <summary>Returns the value, or null if the text isn't JSON. Ignores a byte order mark.</summary>
        public static object Parse(string text)
        {
            if (text == null) return null;
            try
            {
                var reader = new Json(text.TrimStart('\ufeff'));
                var value = reader.ReadValue(0);
                reader.SkipBlanks();
                return reader.position == reader.text.Length ? value : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }

        /// <summary>Returns the object, or null for anything else.</summary>
        public static Dictionary<string, object> ParseObject(string text)
        {
            return Parse(text) as Dictionary<string, object>;
        }

        /// <summary>Writes an object of strings, numbers and string lists. Omits nulls.</summary>
        public static string Write(IDictionary<string, object> fields)
        {
            var parts = new List<string>();
            foreach (var field in fields)
            {
                if (field.Value == null) continue;
                parts.Add(Quote(field.Key) + ":" + WriteValue(field.Value));
            }
            return "{" + string.Join(",", parts.ToArray()) + "}";
        }

        private static string WriteValue(object value)
        {
            var text = value as string;
            if (text != null) return Quote(text);
            var list = value as string[];
            return list == null
                ? Convert.ToString(value, CultureInfo.InvariantCulture)
                : "[" + string.Join(",", Array.ConvertAll(list, Quote)) + "]";
        }

        private static string Quote(string value)
        {
            var quoted = new StringBuilder("\"");
            foreach (var letter in value)
            {
                if (letter == '"' || letter == '\\') quoted.Append('\\').Append(letter);
                else if (letter < ' ' || letter > '~') quoted.Append("\\u").Append(((int)letter).ToString("x4"));
                else quoted.Append(letter);
            }
            return quoted.Append('"').ToString();
        }

        private object ReadValue(int depth)
        {
            if (depth > MaxDepth) throw new FormatException();
            SkipBlanks();
            switch (Peek())
            {
                case '{': return ReadObject(depth);
                case '[': return ReadArray(depth);
                case '"': return ReadText();
                case 't': return ReadWord("true", true);
                case 'f': return ReadWord("false", false);
                case 'n': return ReadWord("null", null);
                default: return ReadNumber();
            }
        }

        private Dictionary<string, object> ReadObject(int depth)
        {
            var fields = new Dictionary<string, object>(StringComparer.Ordinal);
            Take('{');
            if (TakeIf('}')) return fields;
            do
            {
                SkipBlanks();
                var name = ReadText();
                SkipBlanks();
                Take(':');
                fields[name] = ReadValue(depth + 1);
                SkipBlanks();
            }
            while (TakeIf(','));
            Take('}');
            return fields;
        }

        private List<object> ReadArray(int depth)
        {
            var values = new List<object>();
            Take('[');
            if (TakeIf(']')) return values;
            do
            {
                values.Add(ReadValue(depth + 1));
                SkipBlanks();
            }
            while (TakeIf(','));
            Take(']');
            return values;
        }

        private string ReadText()
        {
            var result = new StringBuilder();
            Take('"');
            while (Peek() != '"')
            {
                var letter = text[position++];
                if (letter < ' ') throw new FormatException();
                result.Append(letter == '\\' ? ReadEscape() : letter);
            }
            Take('"');
            return result.ToString();
        }

        private char ReadEscape()
        {
            var letter = Peek();
            position++;
            switch (letter)
            {
                case '"': case '\\': case '/': return letter;
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u': return ReadCodeUnit();
                default: throw new FormatException();
            }
        }

        private char ReadCodeUnit()
        {
            ushort unit;
            if (position + 4 > text.Length) throw new FormatException();
            var digits = text.Substring(position, 4);
            if (!ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out unit)) throw new FormatException();
            position += 4;
            return (char)unit;
        }

        private object ReadWord(string word, object value)
        {
            if (string.CompareOrdinal(text, position, word, 0, word.Length) != 0) throw new FormatException();
            position += word.Length;
            return value;
        }

        private object ReadNumber()
        {
            var start = position;
            while (position < text.Length && "+-.eE0123456789".IndexOf(text[position]) >= 0) position++;
            double number;
            var digits = text.Substring(start, position - start);
            if (!double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out number)) throw new FormatException();
            return number;
        }

        private void SkipBlanks()
        {
            while (position < text.Length && " \t\r\n".IndexOf(text[position]) >= 0) position++;
        }

        private char Peek()
        {
            if (position >= text.Length) throw new FormatException();
            return text[position];
        }

        private void Take(char expected)
        {
            if (Peek() != expected) throw new FormatException();
            position++;
        }

        private bool TakeIf(char expected)
        {
            SkipBlanks();
            if (Peek() != expected) return false;
            position++;
            return true;
        }
    }
}
