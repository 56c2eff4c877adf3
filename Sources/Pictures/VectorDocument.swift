internal import CCairo
public import Tickets

/// A drawing that keeps its shapes: a PDF of pages of one size, or an SVG of one page.
@safe public struct VectorDocument: ~Copyable {
    private let surface: CairoSurface
    private let name: String
    /// Kept for the surface, which writes to it until it is finished.
    private let sink: Unmanaged<ByteSink>

    /// Pages in points of 1/72 inch.
    public static func pdf(pageWidth: Double, pageHeight: Double) throws(PictureError) -> VectorDocument {
        try unsafe VectorDocument(name: "a PDF document") { sink in
            unsafe cairo_pdf_surface_create_for_stream(ByteSink.write, sink, pageWidth, pageHeight)
        }
    }

    /// One page in pixels of 1/96 inch.
    public static func svg(width: Double, height: Double) throws(PictureError) -> VectorDocument {
        try unsafe VectorDocument(name: "an SVG document") { sink in
            let handle = unsafe cairo_svg_surface_create_for_stream(ByteSink.write, sink, width, height)
            unsafe cairo_svg_surface_set_document_unit(handle, CAIRO_SVG_UNIT_PX)
            return unsafe handle
        }
    }

    private init(name: String, create: (UnsafeMutableRawPointer) -> OpaquePointer?) throws(PictureError) {
        let sink = unsafe Unmanaged.passRetained(ByteSink())
        do throws(PictureFault) {
            surface = try unsafe CairoSurface(taking: unsafe create(sink.toOpaque()))
        } catch {
            unsafe sink.release()
            throw PictureError(error, operation: "draw", subject: name)
        }
        self.name = name
        unsafe self.sink = sink
    }

    deinit {
        unsafe cairo_surface_finish(surface.handle)
        unsafe sink.release()
    }

    /// What a reader of the PDF shows in its title bar and its properties.
    public mutating func describe(title: String, author: String, subject: String) {
        let texts = [
            (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_AUTHOR, author),
            (CAIRO_PDF_METADATA_SUBJECT, subject), (CAIRO_PDF_METADATA_CREATOR, "Usher"),
        ]
        for (name, text) in texts {
            unsafe cairo_pdf_surface_set_metadata(surface.handle, name, text.withoutControls)
        }
    }

    /// Adds a page with what the closure draws on it.
    public mutating func addPage(_ draw: (borrowing Canvas) -> Void) throws(PictureError) {
        do throws(PictureFault) {
            let canvas = try Canvas(on: surface)
            draw(canvas)
            canvas.finishPage()
            try canvas.check()
        } catch {
            throw PictureError(error, operation: "draw", subject: name)
        }
    }

    /// The beginning of the file, as far as it is finished, so that a long one need not be in memory. These bytes are not
    /// in ``file()`` any more.
    public mutating func finishedBytes() -> [UInt8] {
        unsafe sink.takeUnretainedValue().take()
    }

    /// The finished file, or what is left of it after ``finishedBytes()``; nothing can be added after it.
    public consuming func file() throws(PictureError) -> [UInt8] {
        unsafe cairo_surface_finish(surface.handle)
        do throws(PictureFault) {
            try unsafe cairo_surface_status(surface.handle).check()
        } catch {
            throw PictureError(error, operation: "draw", subject: name)
        }
        return unsafe sink.takeUnretainedValue().bytes
    }
}
