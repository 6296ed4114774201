"""What a browser would send with a form that it has just shown."""

from html.parser import HTMLParser


class FormReader(HTMLParser):
    """Collects the fields of the form whose method is POST and that asks for settings."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name, disabled = given.get("name") or "", "disabled" in given
        if tag == "input" and name and not disabled and given.get("type") not in ("submit", "file"):
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self.fields[name] = given.get("value") or ("on" if given.get("type") == "checkbox" else "")
        elif tag == "select":
            self.select = "" if disabled else name
        elif tag == "option" and self.select and (self.select not in self.fields or "selected" in given):
            self.fields[self.select] = given.get("value") or ""
        elif tag == "textarea":
            self.textarea = "" if disabled else name
            if self.textarea:
                self.fields[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.textarea = ""

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.fields[self.textarea] += data.removeprefix("\n")


def fields_shown(page: str) -> dict[str, str]:
    reader = FormReader()
    reader.feed(page)
    return {name: value for name, value in reader.fields.items() if name != "csrfmiddlewaretoken"}
